/** `survivors`: processes that could not be ended within the limit, such as another user's. */
export interface TreeEnd {
  readonly endedCount: number;
  readonly survivors: readonly number[];
}
