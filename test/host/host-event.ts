// The event object of Electron's listeners: they may prevent what is about to happen.

export class HostEvent {
  defaultPrevented = false;

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** An event with the fields that the listener of this kind of event reads. */
export function hostEvent<T extends object>(fields: T): HostEvent & T {
  return Object.assign(new HostEvent(), fields);
}
