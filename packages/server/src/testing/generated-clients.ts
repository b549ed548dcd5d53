import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  type DescriptorProto,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'
import protobuf from 'protobufjs'
import descriptor from 'protobufjs/ext/descriptor.js'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../../..')
const { resolve } = createRequire(import.meta.url)

/**
 * Puts into the folder what an integrator has: the programs of docs/clients, and what they import, generated from the
 * OpenAPI document and courtcrier.proto by generators that aren't ours.
 */
export async function generateClients(folder: string, openApi: string): Promise<void> {
  await cp(path.join(root, 'docs/clients'), folder, { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await Promise.all([generateTypes(folder, openApi), generateMessages(folder)])
}

const compilerOptions = {
  ...{ target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom'], types: ['node'] },
  ...{ strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, erasableSyntaxOnly: true },
  ...{ noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true },
}

/** Compiles what is in the folder. Throws with what the compiler says. */
export async function compile(folder: string): Promise<void> {
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  await run(process.execPath, [tsc, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
}

/** Runs a program and returns what it prints, which is JSON. */
export async function runProgram(file: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [file, ...args])
  return JSON.parse(stdout)
}

async function generateTypes(folder: string, openApi: string): Promise<void> {
  const description = path.join(folder, 'openapi.json')
  await writeFile(description, openApi)
  const generator = path.join(path.dirname(resolve('openapi-typescript')), '../bin/cli.js')
  const options = ['--default-non-nullable', 'false', '-o', path.join(folder, 'openapi.ts')]
  await run(process.execPath, [generator, description, ...options])
}

/** protoc parses the file and hands it on as a message; here, another parser does. */
async function generateMessages(folder: string): Promise<void> {
  const text = await readFile(path.join(root, 'packages/contract/courtcrier.proto'), 'utf8')
  const { root: parsed } = protobuf.parse(text, { keepCase: true })
  parsed.resolveAll()
  const set = descriptor.FileDescriptorSet.encode(parsed.toDescriptor('proto3')).finish()
  const protoFile = fromBinary(FileDescriptorSetSchema, set).file
  for (const file of protoFile) {
    file.name = 'courtcrier.proto'
    for (const message of file.messageType) qualify(message, parsed.lookupType(`${file.package}.${message.name}`))
  }
  const request = { fileToGenerate: ['courtcrier.proto'], parameter: 'target=js+dts,import_extension=js', protoFile }
  const generator = path.join(path.dirname(resolve('@bufbuild/protoc-gen-es/package.json')), 'bin/protoc-gen-es')
  const asked = run(process.execPath, [generator], { encoding: 'buffer', maxBuffer: 2 ** 26 })
  asked.child.stdin?.end(toBinary(CodeGeneratorRequestSchema, create(CodeGeneratorRequestSchema, request)))
  const { file: files } = fromBinary(CodeGeneratorResponseSchema, (await asked).stdout)
  for (const { name, content } of files) await writeFile(path.join(folder, name), content)
}

/** A generator is given types by their full names, as protoc writes them. */
function qualify(message: DescriptorProto, { fields, fullName }: protobuf.Type): void {
  for (const field of message.field) {
    if (field.typeName === '' || field.typeName.startsWith('.')) continue
    field.typeName = fields[field.name]?.resolvedType?.fullName ?? `${fullName}.${field.typeName}`
  }
}
