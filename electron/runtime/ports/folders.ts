export interface Folders {
  /** Null when the path is a folder that can be worked in; otherwise what is wrong, in words. Never rejects. */
  problemWith(path: string): Promise<string | null>;
  /** Without links, as far as there is something at the path. Never rejects. */
  realPath(path: string): Promise<string>;
}
