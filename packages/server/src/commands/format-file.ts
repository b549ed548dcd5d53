import { readFile } from 'node:fs/promises'
import { validateInput } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { administratorRole } from '@courtcrier/contract/resources/system-roles.ts'
import { ConfigError } from '../base/config.ts'
import { compileFormat } from '../courts/formats/firm-format/compile-format.ts'
import { definitionOf } from '../courts/formats/firm-format/definition.ts'
import type { CourtParser } from '../courts/parser.ts'

/**
 * Reads the formats in a JSON file: one object or a list, with the API's field names. Throws a `ConfigError` that names
 * every invalid field.
 */
export async function readFormatFile(file: string): Promise<CourtParser[]> {
  const parsed = parseJson(await readText(file), file)
  const read = [parsed].flat().map((entry, index) => readFormat(entry, `${file}, format ${index + 1}`))
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return read.flatMap((one) => ('parser' in one ? [one.parser] : []))
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`The file of formats ${file} cannot be read.`, { cause })
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function readFormat(entry: unknown, where: string): { parser: CourtParser } | { problems: string[] } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { problems: [`${where} is not an object.`] }
  }
  const checked = validateInput(noticeFormat, rowFromJson(entry as AnyRow, noticeFormat), { role: administratorRole })
  const line = (field: string, sentence: string) => `${where}, ${field}: ${sentence}`
  if ('problems' in checked) {
    return {
      problems: checked.problems.map(({ field, code, isAsSent }) =>
        line(isAsSent ? field : snakeCase(field), describeProblem(code)),
      ),
    }
  }
  const compiled = compileFormat(definitionOf(checked.values))
  if ('parser' in compiled) return compiled
  return { problems: compiled.problems.map(({ field, sentence }) => line(snakeCase(field), sentence)) }
}
