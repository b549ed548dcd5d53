import { parseSync, Visitor } from 'oxc-parser'

/** A test or group of tests in a file, by its place there. */
interface TestCall {
  title: string
  start: number
  end: number
  isGroup: boolean
}

/**
 * Returns a test file's text without the tests of other titles: the test itself, or the whole group, with all that the
 * file sets up.
 */
export function withoutOthers(file: string, text: string, title: string): string {
  const calls = testCalls(file, text)
  const own = calls.filter((call) => call.title === title)
  const isNear = (call: TestCall) => own.some((one) => isInside(call, one) || isInside(one, call))
  const others = own.length === 0 ? [] : calls.filter((call) => !call.isGroup && !isNear(call))
  return others
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

function isInside(one: TestCall, other: TestCall): boolean {
  return one.start >= other.start && one.end <= other.end
}

function testCalls(file: string, text: string): readonly TestCall[] {
  const calls: TestCall[] = []
  new Visitor({
    CallExpression({ start, end, callee, arguments: [first] }) {
      const name = /^(?:(?:test\.)?describe|test|it)\b/.exec(text.slice(callee.start, callee.end))?.[0]
      // `test.each(table)` only makes the function that declares the tests.
      if (name === undefined || text[end] === '(' || !first) return
      const title = first.type === 'Literal' ? String(first.value) : text.slice(first.start + 1, first.end - 1)
      calls.push({ title, start, end, isGroup: name.endsWith('describe') })
    },
  }).visit(parseSync(file, text).program)
  return calls
}
