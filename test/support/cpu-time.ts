// What a step costs, for a test that bounds it: the processor's time, which a busy machine does not lengthen as it does the clock's.

/** Milliseconds that this process has computed meanwhile: no other test runs in it at the same time. */
export function cpuMsOf(step: () => void): number {
  const before = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
