"use strict";
const { contextBridge, ipcRenderer, webUtils } = require("electron");

contextBridge.exposeInMainWorld("fixture", {
  platform: process.platform,
  nested: { list: [1, { deep: true }] },
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  subscribe: (listener) => {
    const heard = (_event, value) => listener(value);
    ipcRenderer.on("event", heard);
    return () => ipcRenderer.removeListener("event", heard);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  unknownMember: () => ipcRenderer.sendSync("echo"),
  twice: () => contextBridge.exposeInMainWorld("fixture", {}),
});
