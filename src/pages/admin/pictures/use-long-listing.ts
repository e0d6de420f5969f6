import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useData, useRefresh } from '../lib/use-data.ts'
import type { ListQuery } from '../service/api.ts'
import type { Model } from '../service/model.ts'
import { LongListing, type ListingSource } from './grid/long-listing.ts'
import { monthOf } from './grid/months.ts'

/**
 * Lists the pictures of all albums by month, also while they change. What was listed for other inputs
 * stays until there is something else to show.
 * @param opened the path of the picture that is open: it is loaded, wherever it is.
 */
export function useLongListing(
  model: Model,
  sources: readonly ListingSource[],
  inputs: readonly unknown[],
  opened: string | undefined,
) {
  const [, drawAgain] = useState({})
  const list = (query: ListQuery) => model.list('', query)
  const made = useMemo(() => new LongListing(list, sources, () => drawAgain({})), inputs)
  const { failure, reload } = useData(() => made.reload(), inputs, model.contentStore)
  const last = useRef(made)
  if (made.isReady) last.current = made
  const listing = last.current ?? made
  useRefresh(reload, inputs, listing.pictures.length)
  const isThere = listing.pictures.some((each) => each?.path === opened)
  const [sought, setSought] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (isThere) setSought(opened)
    if (opened === undefined || opened === sought || isThere || !listing.isReady) return
    const seek = async () => listing.seeMonth(monthOf(await model.facts(opened)))
    void seek()
      .catch(() => undefined)
      .then(() => setSought(opened))
  }, [opened, isThere, listing.isReady])
  const { pictures, groups } = listing
  const seen = isThere || sought === opened ? opened : undefined
  return { listing, failure, shown: { listing, pictures, groups, opened: seen } }
}
