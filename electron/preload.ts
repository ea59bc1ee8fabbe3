// The bridge and nothing else: the page gets these three members, never ipcRenderer or an event object.
import { contextBridge, ipcRenderer } from "electron";
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
};

contextBridge.exposeInMainWorld("agent", bridge);
