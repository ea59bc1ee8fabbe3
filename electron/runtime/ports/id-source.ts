export interface IdSource {
  /** A new UUIDv7; later ids sort after earlier ones. */
  uuid(): string;
}
