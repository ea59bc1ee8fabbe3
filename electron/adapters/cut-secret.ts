// Where a text was cut within a secret, its end is a piece of it that no search for the whole finds. Apart because several outside things hide secrets.

/** How many characters at the end of the text are the beginning of the secret; 0 for none. */
export function cutSecretLength(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
