// In how many columns changes of files are shown.

export type DiffLayout = "unified" | "sideBySide";
