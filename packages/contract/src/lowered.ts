/**
 * Returns a text in lower case, letter by letter: equal for email addresses that differ only in case, which are one
 * mailbox. `lowered` in the database returns the same (a test compares them) whatever the database's locale knows of
 * letters, and the index that makes a user's address unique is over it.
 */
export function lowered(text: string): string {
  return text.replace(/[A-Z\u0080-\u058f\u1e00-\u1fff]/g, (letter) => letter.toLowerCase())
}
