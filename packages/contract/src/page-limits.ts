/**
 * What one search may ask for, and have of each part. A filter has more values than `max`, so that all records that a page
 * refers to can be asked for at once, but not in an address, which has room for `valuesInAddress`.
 */
export const pageLimits = {
  ...{ max: 500, default: 50, freeText: 200, sorts: 4, filters: 20 },
  ...{ values: 1000, valuesInAddress: 200 },
} as const
