"""The wire protocol: frames, errors, routes, and the AsyncAPI document made from them."""
