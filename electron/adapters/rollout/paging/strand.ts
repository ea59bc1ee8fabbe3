// Records that belong together although they stand apart, while the index is made: followed until the last of them has come, and given out once a
// checkpoint stands between them.
import { z } from "zod";
import { Spot } from "./offset-index";

/** `given`: which of the given strands it is; null while it lies between two checkpoints. */
export const Strand = z.object({ spots: z.array(Spot), given: z.number().nullable() });
export type Strand = z.infer<typeof Strand>;

export class Strands {
  readonly given: Spot[][];

  constructor(given: readonly Spot[][] = []) {
    this.given = given.map((spots) => [...spots]);
  }

  begin(spots: readonly Spot[] = []): Strand {
    return { spots: [...spots], given: null };
  }

  /** A strand as it was kept: it goes on growing where it was given. */
  revive({ spots, given }: Strand): Strand {
    const known = given === null ? undefined : this.given[given];
    return { spots: known ?? [...spots], given };
  }

  add(strand: Strand, spot: Spot, lastCheckpoint: number): void {
    strand.spots.push(spot);
    const first = strand.spots[0];
    if (strand.given !== null || first === undefined || lastCheckpoint <= first[0]) return;
    strand.given = this.given.push(strand.spots) - 1;
  }
}
