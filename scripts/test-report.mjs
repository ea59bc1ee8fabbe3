// How many tests of a JSON report passed and failed, and which failed. A flaky test (passed on a retry) counts as failed: nothing here may depend on luck.

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

/** Names and first words of what failed, so that the end of a long log tells all. @returns {string[]} */
export function failuresOf(kind, report) {
  if (kind === "vitest") {
    return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (status === "failed" && assertionResults.length === 0) return [`${name}: ${firstLines(message)}`];
      return failed.map((test) => `${name} > ${test.fullName}: ${firstLines(test.failureMessages.join("\n"))}`);
    });
  }
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failed = report.suites.flatMap(specs).flatMap(({ file, title, tests }) => {
    const results = tests.filter(({ status }) => status === "unexpected" || status === "flaky").flatMap((test) => test.results);
    const words = results.find(({ error }) => error !== undefined)?.error.message;
    return results.length === 0 ? [] : [`${file} > ${title}: ${firstLines(words)}`];
  });
  return [...failed, ...(report.errors ?? []).map(({ message }) => firstLines(message))];
}

function firstLines(text) {
  return (text ?? "").split("\n").slice(0, 12).join("\n  ");
}
