// A page script as the text of one bundled function scope with the global `pageScript` inside (build.mjs makes it).
declare module "*?page-script" {
  export const source: string;
}
