#!/bin/sh
# A Python that says nothing.
exec sleep 600
