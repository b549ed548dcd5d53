import type { Json } from '../packages/connectors/src/testing/contract-document.ts'

type Part = { [name: string]: unknown }

/** Returns a description in the form of Swagger 2 as OpenAPI 3, as far as contracts need it; any other as it is. */
export function asOpenApi3(document: Json): Json {
  if (!document.swagger) return document
  const moved = JSON.parse(
    JSON.stringify(document)
      .replaceAll('"#/definitions/', '"#/components/schemas/')
      .replaceAll('"x-nullable":', '"nullable":'),
  ) as Part
  const { host, basePath = '/', definitions, securityDefinitions, ...rest } = moved
  const paths = Object.entries((moved.paths ?? {}) as Part).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as Part)
        .filter(([method]) => !method.startsWith('x-') && method !== 'parameters')
        .map(([method, operation]) => [
          method,
          operationAs3(operation as Part, { document: moved, shared: listOf((operations as Part).parameters) }),
        ]),
    ),
  ])
  const schemes = Object.entries((securityDefinitions ?? {}) as Part)
  return {
    ...rest,
    openapi: '3.0.3',
    servers: [{ url: `https://${host}${basePath}` }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: definitions ?? {},
      securitySchemes: Object.fromEntries(schemes.map(([name, scheme]) => [name, schemeAs3(scheme as Part)])),
    },
  } as never
}

function operationAs3(operation: Part, { document, shared }: { document: Part; shared: Part[] }): Part {
  const whole = (part: Part) => (part.$ref ? resolved(String(part.$ref), document) : part)
  const parameters = [...shared, ...listOf(operation.parameters)].map(whole)
  const consumes = (operation.consumes ?? document.consumes ?? ['application/json']) as string[]
  const produces = (operation.produces ?? document.produces ?? ['application/json']) as string[]
  const body = parameters.find((each) => each.in === 'body')
  const fields = parameters.filter((each) => each.in === 'formData')
  const content = body ? contentAs3(body.schema, consumes) : formAs3(fields, consumes)
  const responses = Object.entries((operation.responses ?? {}) as Part).map(([status, response]) => {
    const { schema } = whole(response as Part)
    return [status, { description: '', ...(schema ? { content: contentAs3(schema, produces) } : {}) }]
  })
  const isRequired = body ? body.required === true : fields.some(({ required }) => required)
  return {
    operationId: operation.operationId,
    parameters: parameters.filter((each) => each.in !== 'body' && each.in !== 'formData').map(parameterAs3),
    ...(body || fields.length > 0 ? { requestBody: { required: isRequired, content } } : {}),
    responses: Object.fromEntries(responses),
    ...(operation.security ? { security: operation.security } : {}),
  }
}

function contentAs3(schema: unknown, types: readonly string[]): Part {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

function formAs3(fields: readonly Part[], consumes: readonly string[]): Part {
  const forms = consumes.filter((type) => type.includes('form'))
  const plain = fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const properties = Object.fromEntries(fields.map((each) => [each.name, schemaOf(each)]))
  const required = fields.filter((each) => each.required).map(({ name }) => name)
  return contentAs3({ type: 'object', properties, required }, forms.length > 0 ? forms : [plain])
}

function parameterAs3(parameter: Part): Part {
  const { name, in: place, required = false } = parameter
  return { name, in: place, required: place === 'path' ? true : required, schema: schemaOf(parameter) }
}

function schemaOf({ type, format, items, enum: values, minimum, maximum }: Part): Part {
  if (type === 'file') return { type: 'string', format: 'binary' }
  const known = Object.entries({ type, format, items, enum: values, minimum, maximum })
  return Object.fromEntries(known.filter(([, value]) => value !== undefined))
}

function schemeAs3(scheme: Part): Part {
  if (scheme.type === 'basic') return { type: 'http', scheme: 'basic' }
  if (scheme.type !== 'oauth2') return scheme
  const { authorizationUrl, tokenUrl, scopes = {} } = scheme
  const flow =
    scheme.flow === 'implicit' ? 'implicit' : scheme.flow === 'accessCode' ? 'authorizationCode' : scheme.flow
  const urls = Object.fromEntries(Object.entries({ authorizationUrl, tokenUrl }).filter(([, url]) => url))
  return {
    type: 'oauth2',
    flows: { [flow === 'application' ? 'clientCredentials' : String(flow)]: { ...urls, scopes } },
  }
}

function resolved(ref: string, document: Part): Part {
  return ref
    .split('/')
    .slice(1)
    .reduce<Part>((part, name) => part[name] as Part, document)
}

function listOf(parts: unknown): Part[] {
  return (parts ?? []) as Part[]
}
