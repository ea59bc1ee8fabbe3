"use strict";
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("fixture", {
  platform: process.platform,
  nested: { list: [1, { deep: true }] },
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  subscribe: (listener) => {
    const heard = (_event, value) => listener(value);
    ipcRenderer.on("event", heard);
    return () => ipcRenderer.removeListener("event", heard);
  },
  unknownMember: () => ipcRenderer.sendSync("echo"),
  twice: () => contextBridge.exposeInMainWorld("fixture", {}),
});
