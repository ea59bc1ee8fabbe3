// A sandbox that confines nothing, for tests of what has nothing to do with it.
import { createSandbox, unconfined } from "../../electron/adapters/tools/sandbox/sandbox";

export const noSandbox = createSandbox(unconfined("none in this test"));
