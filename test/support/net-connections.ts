// Which of a test's processes talk to another machine: their sockets, looked up in the system's tables. Linux only.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { ProcessMark } from "./process-count";

const LOOPBACK = /^(?:0100007F|0{24}0000000001000000|0{16}FFFF00000100007F)$/;

export interface Connection {
  readonly protocol: string;
  /** Address and port as the system writes them, in hexadecimal. */
  readonly remote: string;
}

export function connections(mark: ProcessMark): Connection[] {
  const own = new Set(mark.living().flatMap(socketsOf));
  return ["tcp", "tcp6", "udp", "udp6"].flatMap((protocol) =>
    table(protocol)
      .filter(({ remote, inode }) => own.has(inode) && !/^0+:/.test(remote))
      .map(({ remote }) => ({ protocol, remote })),
  );
}

/** Whether the other end is not this machine. */
export function isOutside({ remote }: Connection): boolean {
  return !LOOPBACK.test(remote.split(":")[0] ?? "");
}

function table(protocol: string): { remote: string; inode: string }[] {
  const rows = readFileSync(`/proc/net/${protocol}`, "utf8").trim().split("\n").slice(1);
  return rows.map((row) => {
    const fields = row.trim().split(/\s+/);
    return { remote: fields[2] ?? "", inode: fields[9] ?? "" };
  });
}

/** Inodes of the sockets a process holds; none for one that has ended meanwhile. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => socketInode(`/proc/${pid}/fd/${name}`));
  } catch {
    return [];
  }
}

function socketInode(link: string): string[] {
  try {
    const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.[1];
    return inode === undefined ? [] : [inode];
  } catch {
    return [];
  }
}
