// A small assembler for classic BPF, the language of seccomp filters: instructions with labels in, the bytes that the kernel takes out. Pure.

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const INSTRUCTION_BYTES = 8;
/** A jump is one byte, counted from the next instruction. */
const LONGEST_JUMP = 255;

/** `load`: a 32-bit word of `struct seccomp_data` becomes the accumulator. The jumps go to `to` when the test holds, else on to the next instruction. */
export type BpfInstruction =
  | { readonly op: "load"; readonly offset: number }
  | { readonly op: "jumpIfEqual" | "jumpIfAnyBit"; readonly value: number; readonly to: string }
  | { readonly op: "return"; readonly value: number }
  | { readonly op: "label"; readonly name: string };

/** Little-endian `struct sock_filter`s. Throws for a label that is missing, lies behind or is too far away. */
export function assembleBpf(program: readonly BpfInstruction[]): Buffer {
  const positions = labelPositions(program);
  const instructions = program.filter((instruction) => instruction.op !== "label");
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [index, instruction] of instructions.entries()) {
    const { code, jump, value } = encode(instruction, index, positions);
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(jump, at + 2);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}

type RealInstruction = Exclude<BpfInstruction, { op: "label" }>;

function encode(
  instruction: RealInstruction,
  index: number,
  positions: ReadonlyMap<string, number>,
): { readonly code: number; readonly jump: number; readonly value: number } {
  switch (instruction.op) {
    case "load":
      return { code: LOAD_WORD, jump: 0, value: instruction.offset };
    case "return":
      return { code: RETURN, jump: 0, value: instruction.value };
    case "jumpIfEqual":
    case "jumpIfAnyBit": {
      const jump = (positions.get(instruction.to) ?? Number.NaN) - index - 1;
      if (!(jump >= 0 && jump <= LONGEST_JUMP)) throw new Error(`no jump from ${index} to ${instruction.to}`);
      return { code: instruction.op === "jumpIfEqual" ? JUMP_IF_EQUAL : JUMP_IF_ANY_BIT, jump, value: instruction.value };
    }
  }
}

function labelPositions(program: readonly BpfInstruction[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  let position = 0;
  for (const instruction of program) {
    if (instruction.op === "label") positions.set(instruction.name, position);
    else position += 1;
  }
  return positions;
}
