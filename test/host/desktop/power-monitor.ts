// `powerMonitor`: can be listened to; a test machine neither sleeps nor wakes, so nothing is ever heard.
import { EventEmitter } from "node:events";
import { refuseUnknown } from "../refuse-unknown";

export class HostPowerMonitor extends EventEmitter {}
refuseUnknown("electron.powerMonitor", HostPowerMonitor.prototype);
