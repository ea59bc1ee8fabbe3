// What makes the demo stream for many seconds: a test that stops it in the middle need not be quick.

/** Words whose answer is far from its end when its first heading is on screen. */
export const LONG_STREAM = Array.from({ length: 12 }, () => "show me markdown").join(" then ");
