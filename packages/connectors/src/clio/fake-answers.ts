import type { FakeAnswer } from '../testing/fake-service.ts'

/** Clio answers with the ID, the ETag and what is asked for; of what is in it, with its ID unless more is asked for. */
export function onlyFields(record: object, fields: string | null): object {
  const asked = [...(fields ?? '').matchAll(/(\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', within]) => ({
    name,
    within,
  }))
  const known = new Map(Object.entries(record))
  const chosen = ['id', 'etag'].map((name) => [name, known.get(name)])
  for (const { name, within } of asked) {
    if (!known.has(name)) throw new Error(`no field ${name}`)
    const value = known.get(name)
    const cut = (each: unknown) =>
      each !== null && typeof each === 'object' && within !== undefined ? onlyFields(each, within) : each
    chosen.push([name, Array.isArray(value) ? value.map(cut) : cut(value)])
  }
  return Object.fromEntries(chosen)
}

export function fail(status: number, type: string, message: string): FakeAnswer {
  return { status, json: { error: { type, message } } }
}
