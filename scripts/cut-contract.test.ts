import { expect, test } from 'vitest'
import type { Json } from '../packages/connectors/src/testing/contract-document.ts'
import type { PublishedContract } from '../packages/connectors/src/testing/published-contract.ts'
import { cutContract } from './cut-contract.ts'
import { asOpenApi3 } from './openapi-3.ts'
import { stoneAsOpenApi3 } from './stone.ts'

const contract: PublishedContract = {
  service: 'Example',
  file: new URL('file:///contract.json'),
  source: 'https://service.example',
  license: { name: 'MIT' },
  operations: ['POST /folders'],
  exceptions: [],
}

function schema(properties: object, required: readonly string[] = []) {
  return { type: 'object', properties, required, description: 'In words.' }
}

test('of a description, the operations that are used are left, with the schemas that these refer to', () => {
  const published = {
    openapi: '3.0.1',
    info: { title: 'Example', version: '2' },
    servers: [{ url: 'https://{host}/v2', variables: { host: { default: 'api.service.example' } } }],
    paths: {
      '/folders': {
        parameters: [{ $ref: '#/components/parameters/Fields' }],
        post: {
          summary: 'Makes a folder.',
          requestBody: {
            content: {
              'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/New' } },
              'text/xml': {},
            },
          },
          responses: {
            201: { description: 'Made', content: { 'text/json': { schema: { $ref: '#/components/schemas/Folder' } } } },
          },
        },
        delete: { responses: { 204: { description: '' } } },
      },
    },
    components: {
      parameters: { Fields: { name: 'fields', in: 'query', description: 'Which ones', schema: { type: 'string' } } },
      schemas: {
        New: schema({ title: { type: 'string', title: 'Title' } }, ['title']),
        Folder: schema({
          id: { type: 'string' },
          owner: { $ref: '#/components/schemas/Owner' },
          size: { type: 'integer' },
        }),
        Owner: schema({ name: { type: 'string' } }),
        Other: schema({}),
      },
    },
  }
  const cut = cutContract([published as never], { ...contract, kept: { Folder: ['id', 'owner'] } })
  expect(cut).toMatchObject({
    servers: [{ url: 'https://api.service.example' }],
    paths: {
      '/v2/folders': {
        post: {
          operationId: 'POST /folders',
          parameters: [{ name: 'fields', in: 'query', schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/New' } } } },
          responses: { 201: { content: { 'application/json': {} } } },
        },
      },
    },
  })
  expect(Object.keys(cut.paths?.['/v2/folders'] ?? {})).toEqual(['post'])
  expect(cut.components?.schemas).toEqual({
    Folder: {
      type: 'object',
      properties: { id: { type: 'string' }, owner: { $ref: '#/components/schemas/Owner' } },
    },
    New: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    Owner: { type: 'object', properties: { name: { type: 'string' } } },
  })
})

test('an operation that is not published is told', () => {
  expect(() => cutContract([{ paths: {} } as unknown as Json], contract)).toThrow('Not published: POST /folders')
})

test('a description in the form of Swagger 2 becomes one of OpenAPI 3', () => {
  const made = asOpenApi3({
    swagger: '2.0',
    info: { title: 'Example', version: '1' },
    host: 'api.service.example',
    basePath: '/v1',
    securityDefinitions: { key: { type: 'apiKey', name: 'x-key', in: 'header' } },
    paths: {
      '/upload': {
        post: {
          consumes: ['multipart/form-data'],
          produces: ['application/json'],
          parameters: [
            { name: 'file', in: 'formData', type: 'file', required: true },
            { name: 'size', in: 'formData', type: 'integer', 'x-nullable': true },
            { name: 'id', in: 'query', type: 'string' },
          ],
          responses: { 200: { description: '', schema: { $ref: '#/definitions/File' } } },
        },
      },
    },
    definitions: { File: { type: 'object' } },
  } as never)
  expect(made).toMatchObject({
    servers: [{ url: 'https://api.service.example/v1' }],
    paths: {
      '/upload': {
        post: {
          parameters: [{ name: 'id', in: 'query', required: false, schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  properties: { file: { type: 'string', format: 'binary' }, size: { type: 'integer' } },
                  required: ['file'],
                },
              },
            },
          },
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/File' } } } } },
        },
      },
    },
    components: { schemas: { File: { type: 'object' } }, securitySchemes: { key: { type: 'apiKey' } } },
  })
})

const stone = `namespace files
    "What it is
    about."

import common

alias Path = String(min_length=2, pattern="/.*")

union WriteMode
    "How."
    add
    update common.Rev

struct Base
    path Path
        "Where."

struct UploadArg extends Base
    mode WriteMode = add
    tags List(String)?

    example default
        path = "/a"

route upload:2 (UploadArg, Base, Void)
    "Saves a file."

    attrs
        host = "content"
        style = "upload"
`

test('a description in Stone becomes one of OpenAPI 3', () => {
  const { paths, components } = stoneAsOpenApi3([stone, 'namespace common\n\nalias Rev = String\n'])
  expect(components?.schemas).toEqual({
    'common.Rev': { type: 'string' },
    'files.Base': {
      type: 'object',
      properties: { path: { $ref: '#/components/schemas/files.Path' } },
      required: ['path'],
    },
    'files.Path': { type: 'string', minLength: 2, pattern: '^(?:/.*)$' },
    'files.UploadArg': {
      type: 'object',
      properties: {
        path: { $ref: '#/components/schemas/files.Path' },
        mode: { $ref: '#/components/schemas/files.WriteMode' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['path'],
    },
    'files.WriteMode': {
      oneOf: [
        { type: 'string', enum: ['add', 'other'] },
        { type: 'object', properties: { '.tag': { type: 'string', enum: ['add', 'other'] } }, required: ['.tag'] },
        {
          allOf: [
            { type: 'object', properties: { '.tag': { type: 'string', enum: ['update'] } }, required: ['.tag'] },
            { type: 'object', properties: { update: { $ref: '#/components/schemas/common.Rev' } } },
          ],
        },
      ],
    },
  })
  expect(paths).toMatchObject({
    '/2/files/upload_v2': {
      post: {
        servers: [{ url: 'https://content.dropboxapi.com' }],
        parameters: [{ name: 'Dropbox-API-Path-Root' }, { name: 'Dropbox-API-Arg', required: true }],
        requestBody: { content: { 'application/octet-stream': {} } },
      },
    },
  })
})
