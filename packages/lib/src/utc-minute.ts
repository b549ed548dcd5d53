/** The minute of a moment in UTC, `2026-11-21 09:41`, for a sentence that names UTC. */
export function utcMinute(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}
