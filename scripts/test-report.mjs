// How many tests of a JSON report passed and failed. A flaky test (passed on a retry) counts as failed: nothing here may depend on luck.

/** @param {"vitest" | "playwright"} kind @param {any} report @returns {{ passed: number, failed: number }} */
export function countReport(kind, report) {
  if (kind === "vitest") return { passed: report.numPassedTests, failed: report.numFailedTests + countBrokenFiles(report) };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + (report.errors ?? []).length };
}

/** Files that could not even be loaded hold no test that could fail. */
function countBrokenFiles(report) {
  return report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
}
