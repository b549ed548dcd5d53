/** One request to a court's host. */
export interface CourtRequest {
  at: string
  host: string
  method: string
  url: string
}

export interface RequestLog {
  note(request: Omit<CourtRequest, 'at'>): void
  list(): CourtRequest[]
  count(): number
}

const kept = 20_000

/** Counts every court request and keeps the last ones. */
export function makeRequestLog(): RequestLog {
  const requests: CourtRequest[] = []
  let count = 0
  return {
    note: (request) => {
      count++
      requests.push({ ...request, at: new Date().toISOString() })
      if (requests.length > kept * 2) requests.splice(0, kept)
    },
    list: () => [...requests],
    count: () => count,
  }
}
