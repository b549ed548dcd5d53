import { parseSync, Visitor } from 'oxc-parser'

/** A function with a body, and its length in lines from its head to its closing brace. */
export interface FunctionLength {
  /** The line where it begins. */
  line: number
  lines: number
}

/** Returns every function of a file, including nested ones and functions assigned to a name. */
export function functionLengths(file: string, text: string): FunctionLength[] {
  const found: FunctionLength[] = []
  const note = ({ start, end }: { start: number; end: number }) =>
    void found.push({ line: linesIn(text.slice(0, start)), lines: linesIn(text.slice(start, end)) })
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: (node) => {
      if (node.body.type === 'BlockStatement') note(node)
    },
  }).visit(parseSync(file, text).program)
  return found
}

function linesIn(text: string): number {
  return text.split('\n').length
}
