// ContinuationReader on real files: one pass over the bytes. It belongs into a worker, for it takes its time with a big file.
import { open } from "node:fs/promises";
import { LineSplitter } from "../line-splitter";
import { storageFault } from "../storage-fault";
import type { ContinuationReader } from "./continuation-reader";
import { ContinuationScan } from "./continuation-scan";

const CHUNK_BYTES = 1024 * 1024;

export function createContinuationReader(): ContinuationReader {
  return {
    read: async (path) => {
      try {
        const file = await open(path, "r");
        try {
          const scan = new ContinuationScan();
          const splitter = new LineSplitter((line) => scan.take(line));
          const chunk = Buffer.alloc(CHUNK_BYTES);
          for (let position = 0; ;) {
            const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
            if (bytesRead === 0) break;
            splitter.push(chunk.subarray(0, bytesRead));
            position += bytesRead;
          }
          splitter.end();
          return scan.found;
        } finally {
          await file.close();
        }
      } catch (error) {
        throw storageFault(error, path);
      }
    },
  };
}
