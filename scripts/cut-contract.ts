import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import type { Json } from '../packages/connectors/src/testing/contract-document.ts'
import type { PublishedContract } from '../packages/connectors/src/testing/published-contract.ts'
import { asOpenApi3 } from './openapi-3.ts'
import { stoneAsOpenApi3 } from './stone.ts'
import { root } from './walls.ts'

/** Words, and what only a program that writes code needs. */
const words = /^(?:description|summary|title|example|examples|tags|externalDocs|deprecated|xml|default|x-.*)$/

// Cuts out of what a service publishes about its API what its connector uses, and writes it beside the connector:
// node scripts/cut-contract.ts SERVICE FILE...
if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

async function main([service, ...files]: readonly string[]): Promise<void> {
  if (!service || files.length === 0) throw new Error('Usage: node scripts/cut-contract.ts SERVICE FILE...')
  const module = path.join(root, 'packages/connectors/src', service, 'contract.ts')
  const { contract } = (await import(pathToFileURL(module).href)) as { contract: PublishedContract }
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const isStone = files.every((file) => file.endsWith('.stone'))
  const documents = isStone ? [stoneAsOpenApi3(texts)] : texts.map((text) => asOpenApi3(parse(text) as Json))
  const target = fileURLToPath(contract.file)
  writeFileSync(target, JSON.stringify(cutContract(documents, contract)))
  execFileSync('biome', ['format', '--write', target])
  console.log(`${path.relative(root, target)}: ${contract.operations.length} operations`)
}

/** Returns the operations of a contract and the schemas that they use, from all documents of a service. */
export function cutContract(documents: readonly Json[], contract: PublishedContract): Json {
  const { service, source, license, operations, kept = {} } = contract
  const paths: Json = {}
  const schemas: Json = {}
  const security: Json = {}
  const servers = new Set<string>()
  for (const name of operations) {
    const found = findOperation(documents, name)
    for (const { origin } of found.servers) servers.add(origin)
    const operation = plainOperation(found)
    paths[found.path] = { ...paths[found.path], [found.method]: operation }
    collectSchemas(operation, { document: found.document, schemas, kept })
    const schemes = found.document.components?.securitySchemes ?? {}
    for (const each of listOf(operation.security).flatMap(Object.keys))
      if (schemes[each]) security[each] = stripped(schemes[each])
  }
  const { title, version } = (documents[0]?.info ?? {}) as unknown as Record<string, string>
  const description = `What the connector uses of the API of ${service}, cut from ${source}`
  return {
    openapi: '3.0.3',
    info: { title, version: version || '1', description, license },
    servers: [...servers].map((url) => ({ url })),
    paths,
    components: { schemas: inOrder(schemas), securitySchemes: inOrder(security) },
  } as never
}

interface FoundOperation {
  document: Json
  /** Of the path and the method. */
  operation: Json
  name: string
  /** Those that answer to it, by region for example. */
  servers: readonly URL[]
  /** With that of the server. */
  path: string
  method: string
}

function findOperation(documents: readonly Json[], name: string): FoundOperation {
  const [verb = '', published = ''] = name.split(' ')
  const method = verb.toLowerCase()
  for (const document of documents) {
    const operation = document.paths?.[published]?.[method]
    if (!operation) continue
    const shared = listOf(document.paths?.[published]?.parameters)
    const servers = listOf(operation.servers ?? document.servers).map((each) => new URL(addressOf(each)))
    return {
      document,
      operation: { ...operation, parameters: [...shared, ...listOf(operation.parameters)] as never },
      name,
      servers,
      path: `${(servers[0]?.pathname ?? '').replace(/\/$/, '')}${published}`,
      method,
    }
  }
  throw new Error(`Not published: ${name}`)
}

/** With what a server's variables are without a choice. */
function addressOf({ url, variables }: Json): string {
  return String(url).replace(/\{([^}]+)\}/g, (_, name: string) => String(variables?.[name]?.default))
}

/** What an operation says of requests and answers, without words. */
function plainOperation({ document, operation, name }: FoundOperation): Json {
  const whole = (part: Json | undefined): Json => (part?.$ref ? resolved(part, document) : (part ?? {}))
  const { content, required } = whole(operation.requestBody)
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const types = whole(response).content
    return [status, { description: '', ...(types ? { content: chosen(types) } : {}) }]
  })
  const made = {
    operationId: name,
    parameters: listOf(operation.parameters).map((each) => stripped(whole(each))),
    ...(content ? { requestBody: { required: required ?? false, content: chosen(content) } } : {}),
    responses: Object.fromEntries(responses),
    security: operation.security ?? document.security ?? [],
  }
  return made as never
}

/** JSON where there is a choice; without parameters such as the set of characters. */
function chosen(content: Json): Json {
  const types = Object.entries(content).map(([type, media]) => [plainType(type), media] as const)
  const json = types.filter(([type]) => type === 'application/json')
  const used = json.length > 0 ? json : types
  return Object.fromEntries(
    used.map(([type, { schema }]) => [type, schema ? { schema: stripped(schema) } : {}]),
  ) as never
}

function plainType(type: string): string {
  const [essence = ''] = type.toLowerCase().split(';')
  return /json$|^\*\/\*$/.test(essence.trim()) ? 'application/json' : essence.trim()
}

interface Collecting {
  document: Json
  schemas: Json
  kept: NonNullable<PublishedContract['kept']>
}

/** Adds the schemas that a part refers to, and those that they refer to. */
function collectSchemas(part: unknown, collecting: Collecting): void {
  const { document, schemas, kept } = collecting
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (schemas[name]) continue
    const schema = stripped(resolved({ $ref: `#/components/schemas/${name}` } as never, document))
    schemas[name] = kept[name] ? only(schema, kept[name]) : schema
    collectSchemas(schemas[name], collecting)
  }
}

/** A record with some of its properties. */
function only(schema: Json, names: readonly string[]): Json {
  const chosen = (part: Json | undefined) =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([name]) => names.includes(name)))
  return {
    ...schema,
    ...(schema.properties ? { properties: chosen(schema.properties) } : {}),
    ...(schema.allOf ? { allOf: listOf(schema.allOf).map((part) => only(part, names)) } : {}),
    ...(schema.required
      ? { required: (schema.required as never as string[]).filter((each) => names.includes(each)) }
      : {}),
  } as never
}

function resolved({ $ref }: Json, document: Json): Json {
  const names = String($ref).split('/').slice(1).map(decodeURIComponent)
  const found = names.reduce<Json | undefined>((part, name) => part?.[name], document)
  if (!found) throw new Error(`Not there: ${$ref}`)
  return found.$ref ? resolved(found, document) : found
}

function stripped(node: unknown, areNames = false): Json {
  if (Array.isArray(node)) return node.map((part) => stripped(part)) as never
  if (typeof node !== 'object' || node === null) return node as never
  const parts = Object.entries(node)
    .filter(([name, part]) => areNames || (!words.test(name) && !isEmptyList(name, part)))
    .map(([name, part]) => [name, name === 'enum' && !areNames ? part : stripped(part, isMap(name) && !areNames)])
  return Object.fromEntries(parts)
}

/** Their names are the service's own. */
function isMap(name: string): boolean {
  return name === 'properties' || name === 'scopes'
}

function isEmptyList(name: string, part: unknown): boolean {
  return name === 'required' && Array.isArray(part) && part.length === 0
}

function inOrder(parts: Json): Json {
  return Object.fromEntries(Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function listOf(parts: Json | undefined): Json[] {
  return (parts ?? []) as unknown as Json[]
}
