/** Protocol version sent in the reply to `initialize`. Raised when a client of the old one would misread the new one. */
export const PROTOCOL_VERSION = 1;
