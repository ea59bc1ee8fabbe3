// The bridge and nothing else: the page gets these members, never ipcRenderer or an event object.
import { contextBridge, ipcRenderer, webUtils } from "electron";
import type { AgentBridge } from "../shared/protocol/bridge";
import { COMMAND_CHANNEL, EVENT_CHANNEL } from "../shared/protocol/bridge";

const bridge: AgentBridge = {
  platform: process.platform,
  send: (message) => ipcRenderer.invoke(COMMAND_CHANNEL, message),
  subscribe: (listener) => {
    const onBatch = (_event: unknown, batch: readonly unknown[]): void => listener(batch);
    ipcRenderer.on(EVENT_CHANNEL, onBatch);
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, onBatch);
    };
  },
  pathOfFile: (file) => (isFile(file) ? webUtils.getPathForFile(file) : ""),
};

// By its tag: the page's File is of another world than this script's.
function isFile(value: unknown): value is File {
  return Object.prototype.toString.call(value) === "[object File]";
}

contextBridge.exposeInMainWorld("agent", bridge);
