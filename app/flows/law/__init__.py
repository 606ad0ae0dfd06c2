"""A lei: the law of the municipality, to be searched, leafed through and read. No Flet here.

`book.LawBook` is what screens hold; `entries` and `chapters` say what there is, `search` finds it,
`details` and the modules of rules tell one in blocks.
"""
