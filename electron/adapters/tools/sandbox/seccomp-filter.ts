// Which system calls a command in the sandbox may not make, as the program that the kernel runs before each of them. Pure.
// Apart from the mounts: these are the ways out that no mount and no namespace closes.
import { assembleBpf, type BpfInstruction } from "./bpf";

/** Offsets in `struct seccomp_data`; of an argument the low word, which is all that the kernel reads of an int. */
const CALL_NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const EPERM = 1;
const REFUSE = 0x00050000 | EPERM;

/** A second way to number the calls on x86-64, which would pass by every other check. */
const X32_BIT = 0x40000000;

/** Internet and the kernel's own information. All others reach what a network namespace does not hide: services of this machine, its host, devices. */
const SOCKET_FAMILIES = { inet: 2, inet6: 10, netlink: 16 };

/** `socket`: its number. `refused`: numbers of calls that are refused whatever their arguments. */
interface Architecture {
  readonly audit: number;
  readonly socket: number;
  readonly hasX32: boolean;
  readonly refused: Readonly<Record<string, number>>;
}

/** Numbers that are the same on every architecture, since all new calls are numbered alike. */
const NEWER = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  mount_setattr: 442,
};

const X64: Architecture = {
  audit: 0xc000003e,
  socket: 41,
  hasX32: true,
  refused: {
    ...NEWER,
    ptrace: 101,
    process_vm_readv: 310,
    process_vm_writev: 311,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    bpf: 321,
    userfaultfd: 323,
    perf_event_open: 298,
    init_module: 175,
    delete_module: 176,
    finit_module: 313,
    kexec_load: 246,
    kexec_file_load: 320,
    mount: 165,
    umount2: 166,
    pivot_root: 155,
    setns: 308,
    open_by_handle_at: 304,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    acct: 163,
  },
};

const ARM64: Architecture = {
  audit: 0xc00000b7,
  socket: 198,
  hasX32: false,
  refused: {
    ...NEWER,
    ptrace: 117,
    process_vm_readv: 270,
    process_vm_writev: 271,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    bpf: 280,
    userfaultfd: 282,
    perf_event_open: 241,
    init_module: 105,
    delete_module: 106,
    finit_module: 273,
    kexec_load: 104,
    kexec_file_load: 294,
    mount: 40,
    umount2: 39,
    pivot_root: 41,
    setns: 268,
    open_by_handle_at: 265,
    swapon: 224,
    swapoff: 225,
    reboot: 142,
    acct: 89,
  },
};

/** `architecture`: as `process.arch` says it. Null: its calls are not known here. A program of another architecture is killed. */
export function seccompFilter(architecture: string): Buffer | null {
  const known = { x64: X64, arm64: ARM64 }[architecture];
  return known === undefined ? null : assembleBpf(filterProgram(known));
}

function filterProgram({ audit, socket, hasX32, refused }: Architecture): readonly BpfInstruction[] {
  const refuseAll = Object.values(refused).map((value) => ({ op: "jumpIfEqual", value, to: "refuse" }) as const);
  const allowFamilies = Object.values(SOCKET_FAMILIES).map((value) => ({ op: "jumpIfEqual", value, to: "allow" }) as const);
  return [
    { op: "load", offset: ARCHITECTURE },
    { op: "jumpIfEqual", value: audit, to: "known" },
    { op: "return", value: KILL_PROCESS },
    { op: "label", name: "known" },
    { op: "load", offset: CALL_NUMBER },
    ...(hasX32 ? [{ op: "jumpIfAnyBit", value: X32_BIT, to: "refuse" } as const] : []),
    { op: "jumpIfEqual", value: socket, to: "socket" },
    ...refuseAll,
    { op: "return", value: ALLOW },
    { op: "label", name: "socket" },
    { op: "load", offset: FIRST_ARGUMENT },
    ...allowFamilies,
    { op: "label", name: "refuse" },
    { op: "return", value: REFUSE },
    { op: "label", name: "allow" },
    { op: "return", value: ALLOW },
  ];
}
