import type { Call } from './harness.ts'

/** A case that a docket number alone names. */
interface LoneCase {
  id: string
  name: string
  case_number: string
}

/** Returns an assigned case of one court whose number no other case shares. */
export async function findLoneCase(call: Call): Promise<LoneCase> {
  const get = async <T>(path: string) => (await (await call(`/api/v1/${path}`)).json()) as T
  const { cases } = await get<{ cases: (LoneCase & { assigned_timekeepers: string[] })[] }>('case/search?max=50')
  for (const found of cases.filter((each) => each.assigned_timekeepers.length > 0)) {
    const number = encodeURIComponent(found.case_number)
    const lookup = await get<{ cases: { court_ids: string[] }[] }>(`manual/lookup?docket_number=${number}`)
    const [only, ...others] = lookup.cases
    if (others.length === 0 && only?.court_ids.length === 1) return found
  }
  throw new Error('the firm has no case of one court')
}
