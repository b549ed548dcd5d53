import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

interface Content {
  contentType: string
  body: string | Buffer
  headers?: Record<string, string>
}

export function sendContent(response: ServerResponse, { contentType, body, headers }: Content): void {
  response.writeHead(200, {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
  response.end(body)
}
