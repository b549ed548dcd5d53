/** Returns a moment as an email says it, in the time zone of its reader. */
export function mailMoment(at: Date, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(at)
  try {
    return format(timeZone ?? 'UTC')
  } catch {
    // A zone that this machine doesn't know must not keep the email back.
    return format('UTC')
  }
}
