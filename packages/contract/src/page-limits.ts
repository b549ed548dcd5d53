/** What one search may ask for, and have of each part. */
export const pageLimits = { max: 500, default: 50, freeText: 200, sorts: 4, filters: 20, values: 200 } as const
