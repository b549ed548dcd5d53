import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import PostalMime from 'postal-mime'
import { decodeMessage } from '../packages/server/src/courts/message/mime.ts'
import { parseNotice } from '../packages/server/src/courts/registry.ts'
import { readBody } from '../packages/server/src/courts/text/body.ts'
import { checkOnce, loadSenderChecks, type Sample } from './parse-senders.ts'

/**
 * Measures how many notices per second one thread reads, over the real messages of the corpus: including MIME, from the
 * decoded body, and by part; next to it the MIME library alone, and the check of who sent them. `--messages 1000000` then checks memory use over that
 * many messages.
 */
export async function benchParse(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string', default: '3' }, messages: { type: 'string', default: '0' } },
  })
  const corpus = await loadCorpus()
  console.log(
    `${corpus.length} messages, ${Math.round(bytesOf(corpus) / 1024)} KiB, Node ${process.version}, one thread`,
  )
  const seconds = Number(values.seconds)
  for (const [name, run] of measures) await measure(name, { samples: corpus, run, seconds })
  for (const [name, samples] of await loadSenderChecks()) await measure(name, { samples, run: checkOnce, seconds })
  const count = Number(values.messages)
  if (count > 0) await holdMemory(corpus, count)
}

interface Measure {
  samples: readonly Sample[]
  run: ParseSample
  seconds: number
}

async function measure(name: string, { samples, run, seconds }: Measure): Promise<void> {
  // Once unmeasured, so that the code is compiled.
  await rate(samples, { run, seconds: 0.5 })
  const { perSecond, cpuMicros } = await rate(samples, { run, seconds })
  const wall = `${perSecond.toFixed(0).padStart(7)}/s ${(1e6 / perSecond).toFixed(0).padStart(6)} \u00b5s each`
  console.log(`${name.padEnd(46)} ${wall}, CPU ${cpuMicros.toFixed(0).padStart(6)} \u00b5s each`)
}

const folders = ['nef', 'nef/s3', 'nda', 'scotus', 'texas']

async function loadCorpus(): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const folder of folders) {
    const directory = new URL(`../packages/server/src/courts/corpus/${folder}/`, import.meta.url)
    for (const file of readdirSync(directory).filter((name) => /\.(?:txt|eml|html)$/.test(name))) {
      const content = readFileSync(new URL(file, directory))
      const raw = file.endsWith('.html')
        ? Buffer.concat([Buffer.from('Content-Type: text/html\r\n\r\n'), content])
        : content
      const decoded = await decodeMessage(raw)
      if ('problem' in decoded) throw new Error(`${file}: ${decoded.problem}`)
      samples.push({ raw, message: decoded.message })
    }
  }
  return samples
}

function bytesOf(corpus: readonly Sample[]): number {
  return corpus.reduce((sum, { raw }) => sum + raw.length, 0)
}

type ParseSample = (sample: Sample) => unknown

/** A copy, because the result of reading a message's body is cached with the message. */
const measures: readonly (readonly [string, ParseSample])[] = [
  ['raw message to notice (bar 1,650)', readRaw],
  ['decoded body to notice (bar 4,000)', ({ message }) => parseNotice({ ...message })],
  ['  part: MIME', ({ raw }) => decodeMessage(raw)],
  ['  part: HTML to text, lines and links', ({ message }) => readBody({ ...message })],
  ['  part: extraction', ({ message }) => parseNotice(message)],
  ['beside it: postal-mime alone', ({ raw }) => PostalMime.parse(raw)],
]

async function readRaw({ raw }: Sample): Promise<void> {
  const decoded = await decodeMessage(raw)
  if ('message' in decoded) parseNotice(decoded.message)
}

/** Measures CPU time next to wall time: on a machine that does other work, only the former is comparable. */
async function rate(
  corpus: readonly Sample[],
  { run, seconds }: { run: ParseSample; seconds: number },
): Promise<{ perSecond: number; cpuMicros: number }> {
  const started = performance.now()
  const cpu = process.cpuUsage()
  let count = 0
  while (performance.now() - started < seconds * 1000) {
    for (const sample of corpus) await run(sample)
    count += corpus.length
  }
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (count / (performance.now() - started)) * 1000, cpuMicros: (user + system) / count }
}

/** Prints memory use after a full collection, at every tenth of the messages. */
async function holdMemory(corpus: readonly Sample[], count: number): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const step = Math.ceil(count / 10)
  for (let done = 0; done < count; ) {
    for (const sample of corpus) await readRaw(sample)
    const before = done
    done += corpus.length
    if (Math.floor(before / step) === Math.floor(done / step)) continue
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    console.log(`after ${String(done).padStart(9)} messages: heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)}`)
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
