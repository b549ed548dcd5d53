const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as people write it, in a time zone: `November 20, 2026 at 5:41 PM PST`. Formatters are cached: creating one takes
 * longer than the rest of an email.
 */
export function momentText(isoTime: string, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    })
  clocks.set(zone, clock)
  return clock.format(new Date(isoTime))
}
