/** A message of a `.proto` file, limited to the language features Courtcrier's files use. */
export interface ProtoMessage {
  name: string
  fields: { label: 'optional' | 'repeated' | ''; type: string; name: string; number: number }[]
  enums: { name: string; values: { name: string; number: number }[] }[]
}

const patterns = {
  message: /^message ([A-Z][A-Za-z0-9]*) \{$/,
  enum: /^ {2}enum ([A-Z][A-Za-z0-9]*) \{$/,
  value: /^ {4}([A-Z][A-Z0-9_]*[A-Z0-9]) = (0|[1-9]\d*);$/,
  field:
    /^ {2}(?:(optional|repeated) )?(map<string, string>|[A-Za-z0-9]+) ([a-z][a-z0-9]*(?:_[a-z0-9]+)*) = ([1-9]\d*);$/,
  reserved: /^ {2}reserved [1-9]\d*;$/,
  comment: /^ *\/\/ \S.*$/,
  endOfEnum: /^ {2}\}$/,
  endOfMessage: /^\}$/,
}

/** Parses the text line by line and strictly. Throws, with the line, for anything the emitted file never contains. */
export function readProto(text: string): ProtoMessage[] {
  const messages: ProtoMessage[] = []
  let inside: 'file' | 'message' | 'enum' = 'file'
  const [head = '', ...blocks] = text.split('\n\nmessage ')
  readHead(head)
  const lines = blocks.flatMap((block) => `message ${block}`.replace(/\n$/, '').split('\n'))
  for (const line of lines) {
    inside = readLine(line, { inside, messages })
  }
  if (inside !== 'file') throw new Error('the file ends inside a block')
  return messages
}

function readHead(head: string): void {
  const lines = head.split('\n').filter((line) => line !== '' && !patterns.comment.test(line))
  const [syntax, name, ...rest] = lines
  if (syntax !== 'syntax = "proto3";' || !/^package [a-z][a-z0-9.]*;$/.test(name ?? '') || rest.length > 0) {
    throw new Error(`the file begins with something else: ${head}`)
  }
}

interface ProtoState {
  inside: 'file' | 'message' | 'enum'
  messages: ProtoMessage[]
}

function readLine(line: string, { inside, messages }: ProtoState): ProtoState['inside'] {
  const message = messages.at(-1)
  if (inside === 'file' || !message) return readMessageStart(line, messages)
  if (inside === 'enum') return readEnumLine(line, message)
  if (patterns.endOfMessage.test(line)) return 'file'
  if (patterns.comment.test(line) || patterns.reserved.test(line)) return 'message'
  const [, enumName] = patterns.enum.exec(line) ?? []
  if (enumName) {
    message.enums.push({ name: enumName, values: [] })
    return 'enum'
  }
  message.fields.push(readField(line))
  return 'message'
}

function readMessageStart(line: string, messages: ProtoMessage[]): ProtoState['inside'] {
  const [, name] = patterns.message.exec(line) ?? []
  if (!name) throw new Error(`no message begins here: ${line}`)
  messages.push({ name, fields: [], enums: [] })
  return 'message'
}

function readEnumLine(line: string, message: ProtoMessage): ProtoState['inside'] {
  if (patterns.endOfEnum.test(line)) return 'message'
  const [, name, number] = patterns.value.exec(line) ?? []
  if (!name) throw new Error(`no value of an enum: ${line}`)
  message.enums.at(-1)?.values.push({ name, number: Number(number) })
  return 'enum'
}

function readField(line: string): ProtoMessage['fields'][number] {
  const match = patterns.field.exec(line)
  if (!match) throw new Error(`no field: ${line}`)
  const [, label = '', type = '', name = '', number] = match
  return { label: label as 'optional' | 'repeated' | '', type, name, number: Number(number) }
}
