/**
 * Whether a time has a year of four digits. JavaScript knows others, which the database refuses, or can't read as they
 * are written.
 */
export function isStorableTime(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999
}
