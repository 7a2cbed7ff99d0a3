from .sphere import Ball, volume
from . import limits
