/** Of s3rver, which has no types: what the tests of the S3 connector use. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<import('node:net').AddressInfo>
    close(): Promise<void>
  }
}
