// `Menu` and `MenuItem`: the application menu as data that can be searched and clicked. No bar is drawn.
import type { Menu, MenuItem, MenuItemConstructorOptions } from "electron";
import { refuseUnknown } from "../refuse-unknown";

type Role = NonNullable<MenuItemConstructorOptions["role"]>;
/** Does what a role stands for; throws by name for a role this host lacks. */
export type RoleAction = (role: Role) => void;
interface MenuHost {
  readonly act: RoleAction;
  readonly focusedWindow: () => object | undefined;
}

export class HostMenuItem implements Pick<MenuItem, "id" | "label" | "type" | "enabled" | "visible" | "checked"> {
  readonly id: string;
  readonly type: NonNullable<MenuItemConstructorOptions["type"]>;
  readonly role: Role | undefined;
  readonly accelerator: string | null;
  readonly submenu: HostMenu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #host: MenuHost;
  readonly #click: MenuItemConstructorOptions["click"];

  constructor(host: MenuHost, options: MenuItemConstructorOptions) {
    this.#host = host;
    this.#click = options.click;
    this.id = options.id ?? "";
    this.role = options.role;
    this.type = options.type ?? (options.submenu === undefined ? "normal" : "submenu");
    this.label = options.label ?? options.role ?? "";
    this.accelerator = options.accelerator ?? null;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = Array.isArray(options.submenu) ? new HostMenu(host, options.submenu) : undefined;
  }

  /** As if the person had chosen it. A role does its own thing and ignores the `click` of the template. */
  click(): void {
    if (!this.enabled) return;
    if (this.role !== undefined) return this.#host.act(this.role);
    if (this.type === "checkbox") this.checked = !this.checked;
    if (this.type === "radio") this.checked = true;
    if (this.#click !== undefined) Reflect.apply(this.#click, undefined, [this, this.#host.focusedWindow(), {}]);
  }
}
refuseUnknown("electron.MenuItem", HostMenuItem.prototype);

export class HostMenu {
  readonly items: readonly HostMenuItem[];

  constructor(host: MenuHost, template: readonly MenuItemConstructorOptions[]) {
    this.items = template.map((options) => new HostMenuItem(host, options));
  }

  getMenuItemById(id: string): HostMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
refuseUnknown("electron.Menu", HostMenu.prototype);

type MenuStatics = Pick<typeof Menu, "buildFromTemplate" | "setApplicationMenu" | "getApplicationMenu">;
/** Electron's statics with our menus in place of its own. */
type HostMenuStatics = { [Name in keyof MenuStatics]: (...args: never[]) => HostMenu | null | void };

export function hostMenu(host: MenuHost) {
  let applicationMenu: HostMenu | null = null;
  return refuseUnknown("electron.Menu", {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => new HostMenu(host, template),
    setApplicationMenu: (menu: HostMenu | null): void => {
      applicationMenu = menu;
    },
    getApplicationMenu: (): HostMenu | null => applicationMenu,
  } satisfies HostMenuStatics);
}
