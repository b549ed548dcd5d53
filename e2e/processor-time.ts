import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'

/** Seconds of processor time that a process has had so far, `/proc/PID/stat` (proc(5)) says in hundredths. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const { user, system } = await readStat(pid)
  return (user + system) / 100
}

/** The same of a process and its children, also of those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const names = await readdir('/proc')
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name))))
  const own = await readStat(pid)
  const living = stats.filter(({ parent }) => parent === pid)
  return [own.user, own.system, own.ended, ...living.map(({ user, system }) => user + system)].reduce(add, 0) / 100
}

/** Seconds that the machine's cores have worked so far, whoever for; of all of them together. */
export function busySeconds(): number {
  const times = os.cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
  return times.reduce(add, 0) / 1000
}

/** A process that is gone has had no time. */
async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index] ?? 0)
  return { parent: at(1), user: at(11), system: at(12), ended: at(13) + at(14) }
}

function add(sum: number, value: number): number {
  return sum + value
}
