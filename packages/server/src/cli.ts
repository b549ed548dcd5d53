#!/usr/bin/env node
import '@courtcrier/lib/thread-pool.ts'
import { runProgram } from './commands/program.ts'

await runProgram(process.argv.slice(2))
