/** Types for s3rver, which ships none: only what the S3 connector's tests use. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<import('node:net').AddressInfo>
    close(): Promise<void>
  }
}
