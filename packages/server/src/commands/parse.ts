import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { Command, Option } from 'commander'
import { ConfigError } from '../base/config.ts'
import { findCourt } from '../courts/directory/directory.ts'
import { toJuriscraper } from '../courts/juriscraper/notice.ts'
import type { Message } from '../courts/message/message.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import type { CourtParser } from '../courts/parser.ts'
import { parseNotice } from '../courts/registry.ts'
import { exitCodes } from './exit.ts'
import { readFormatFile } from './format-file.ts'

export function parseCommand(): Command {
  return new Command('parse')
    .description(
      'Read notices and print what they say, one JSON object per line: {"file", "notice"} or {"file", "error"}.',
    )
    .argument('<file...>', 'messages (.eml, .txt) or bare bodies (.html)')
    .addOption(new Option('--format <format>', 'output format').choices(['json', 'juriscraper']).default('json'))
    .option('--court <id>', 'court ID, such as cand, instead of the one detected')
    .option('--formats <file>', 'a JSON file of your own notice formats (docs/notice-formats.md) to use as well')
    .addHelpText(
      'after',
      `\nWith --format juriscraper, "notice" has the shape of Free Law Project's parser ({} where that one ignores a message).
Exit code ${exitCodes.partial} when some of several files could not be read as notices, ${exitCodes.failed} when none could.`,
    )
    .action(async (files: string[], options: Options) => {
      if (options.court && !findCourt(options.court))
        throw new ConfigError(`There is no court with the id "${options.court}".`)
      const more = options.formats ? await readFormatFile(options.formats) : []
      let failed = 0
      for (const file of files) {
        const result = await parseFile(file, { ...options, more })
        if ('error' in result) failed++
        console.log(JSON.stringify({ file, ...result }))
      }
      if (failed > 0) process.exitCode = failed === files.length ? exitCodes.failed : exitCodes.partial
    })
}

type Format = 'json' | 'juriscraper'

interface Options {
  court?: string
  format: Format
  formats?: string
}

type ParsedFile =
  | { notice: Notice | ReturnType<typeof toJuriscraper> }
  | { error: string; understood?: Partial<Notice> }

async function parseFile(
  file: string,
  { court, format, more }: Options & { more: readonly CourtParser[] },
): Promise<ParsedFile> {
  try {
    const decoded = await readMessage(file)
    if ('problem' in decoded) return { error: decoded.problem }
    const parsed = parseNotice(decoded.message, court, more)
    if (format === 'juriscraper' && isForPeer(parsed)) return { notice: toJuriscraper(decoded.message, parsed) }
    return 'notice' in parsed ? parsed : { error: parsed.unclear, understood: parsed.understood }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return { error: 'There is no such file.' }
    if (code === 'EISDIR') return { error: 'This is a folder.' }
    if (code === 'EACCES') return { error: 'This file may not be read.' }
    throw cause
  }
}

/** An incomplete filing is an error in every format; messages that the peer ignores on purpose aren't filings. */
function isForPeer(parsed: ParseResult): boolean {
  return 'notice' in parsed || parsed.understood.kind !== 'filing'
}

async function readMessage(file: string): Promise<{ message: Message } | { problem: string }> {
  const raw = await readFile(file)
  if (!/^\.html?$/i.test(path.extname(file))) return decodeMessage(raw)
  // A bare body has no header; the decoder accepts one with only the content type.
  return decodeMessage(Buffer.concat([Buffer.from('Content-Type: text/html\r\n\r\n'), raw]))
}
