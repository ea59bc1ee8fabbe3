// A line in our own form, made of a record of any era, and where it stands.
import type { RolloutLine, UnknownLine } from "../../../../shared/protocol/rollout-line";
import type { LinePlace } from "../../../runtime/history/line-place";

/** `offset`: of the record it was made of; several lines may come of one record. */
export interface PlacedLine {
  readonly entry: RolloutLine | UnknownLine;
  readonly place: LinePlace;
  readonly offset: number;
}
